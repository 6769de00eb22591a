/** What a body may hold that passes through the service in the cloud; the edge has it in bytes. */
export const CLOUD_BODY = '4.5 MB';

/** Told of each way through the service. */
export const SMALL_IN_THE_CLOUD = `In the cloud no more than ${CLOUD_BODY} pass through the service: a larger file goes straight into storage.`;
