/** A refusal as Lambda's interface answers it. */
export class LambdaError extends Error {
  override readonly name = 'LambdaError';
  readonly status: number;
  /** The name of the exception, for example InvalidParameterValueException. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const invalidParameter = (message: string): LambdaError =>
  new LambdaError(400, 'InvalidParameterValueException', message);

/** The SDK ends its invocation at these words, and the execution goes on in a later one. */
export const invalidToken = (): LambdaError => invalidParameter('Invalid Checkpoint Token');

export const notFound = (what: string): LambdaError =>
  new LambdaError(404, 'ResourceNotFoundException', `${what} does not exist.`);
