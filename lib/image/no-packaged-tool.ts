// Stands for the npm packages that carry ffmpeg and ffprobe, which the image does without.
export default { path: '', version: '', url: '' };
