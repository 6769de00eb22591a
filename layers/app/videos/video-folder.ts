/** The prefix under which every object of a video lies. */
export const videoFolder = (orgId: string, videoId: string): string =>
  `orgs/${orgId}/videos/${videoId}/`;
