const TAGS = [
  {
    name: 'Read a video',
    description: 'Sheets of frames, words, answers, and the same of many videos.',
    paths: /^\/v1\/(frames|transcript|watch_video|batches|detail-levels)\b/,
  },
  {
    name: 'Uploads and videos',
    description: 'Files on their way in, and what is kept of them.',
    paths: /^\/v1\/(uploads|videos)\b/,
  },
  {
    name: 'Jobs and webhooks',
    description: 'How work stands, and who is told when it has ended.',
    paths: /^\/v1\/(jobs|webhooks|webhook-secret)\b/,
  },
  {
    name: 'Account',
    description: 'Credits, keys, connected programs, the session of a person.',
    paths: /^\/v1\//,
  },
  { name: 'Service', description: 'The connector for agents, and the service itself.', paths: /^/ },
] as const;

/** The group that a path is shown under. */
export const tagOf = (path: string): string =>
  TAGS.find(({ paths }) => paths.test(path))?.name ?? 'Service';

/** The groups in the order in which they are shown. */
export const OPENAPI_TAGS = TAGS.map(({ name, description }) => ({ name, description }));
