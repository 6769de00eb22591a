import { MASTERS } from './working-copy.ts';

const organizationFolder = (orgId: string): string => `orgs/${orgId}/`;

/** The prefix under which every object of a video lies, but for a master that was set aside. */
export const videoFolder = (orgId: string, videoId: string): string =>
  `${organizationFolder(orgId)}videos/${videoId}/`;

/** The prefix of what is decoded for a job that reads in segments. */
export const segmentsFolder = (orgId: string, videoId: string, jobId: string): string =>
  `${videoFolder(orgId, videoId)}segments/${jobId}`;

/** The prefix of what others hear for a job. */
export const speechFolder = (orgId: string, videoId: string, jobId: string): string =>
  `${videoFolder(orgId, videoId)}speech/${jobId}`;

/** All that others decode and hear for a job lies under these. */
export const workFoldersOf = (
  orgId: string,
  videoId: string,
  jobId: string,
): readonly [string, string] => [
  `${segmentsFolder(orgId, videoId, jobId)}/`,
  `${speechFolder(orgId, videoId, jobId)}/`,
];

export const mastersFolder = (orgId: string, videoId: string): string =>
  `${MASTERS.prefix}${videoFolder(orgId, videoId)}`;

/** All that is stored of a video lies under these. */
export const foldersOf = (orgId: string, videoId: string): readonly string[] => [
  videoFolder(orgId, videoId),
  mastersFolder(orgId, videoId),
];

/** All that is stored of an organization lies under these. */
export const foldersOfOrganization = (orgId: string): readonly string[] => [
  organizationFolder(orgId),
  `${MASTERS.prefix}${organizationFolder(orgId)}`,
];
