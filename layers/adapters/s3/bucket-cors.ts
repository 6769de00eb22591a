/** What pages on other origins may do with the bucket: in the cloud and on one machine the same. */
export const BUCKET_CORS = {
  // The signed address is the authorization, so any page may send to it.
  allowedOrigins: ['*'],
  allowedMethods: ['PUT', 'GET', 'HEAD'],
  allowedHeaders: ['*'],
  // A page that sends a file in parts completes it with their ETags.
  exposedHeaders: ['ETag'],
  maxAgeSeconds: 3600,
} as const;
