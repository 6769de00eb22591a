import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';

/** The longest that AWS lets one role's session begin another's. */
const SESSION_SECONDS = 3600;
/** Milliseconds to open a connection, and until an answer begins. */
const CONNECT_MS = 2_000;
const ANSWER_MS = 5_000;

/**
 * Credentials of a session of a role, which say when they end; those that Lambda gives a function
 * do not. https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html
 */
export function assumedRole(roleArn: string) {
  const sts = new STSClient({
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
    },
  });
  return async () => {
    const { Credentials } = await sts.send(
      new AssumeRoleCommand({
        RoleArn: roleArn,
        RoleSessionName: 'upload-addresses',
        DurationSeconds: SESSION_SECONDS,
      }),
    );
    const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = Credentials ?? {};
    if (!AccessKeyId || !SecretAccessKey || !SessionToken || !Expiration) {
      throw new Error(`STS gave no session of ${roleArn}`);
    }
    return {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      sessionToken: SessionToken,
      expiration: Expiration,
    };
  };
}
