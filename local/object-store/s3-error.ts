/**
 * An error as S3 answers it: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;
  readonly code: string;
  /** Elements that S3 adds to this code, such as ProposedSize. */
  readonly elements: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    elements: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.elements = elements;
  }
}

export const accessDenied = (message = 'Access Denied', elements?: Record<string, string>) =>
  new S3Error(403, 'AccessDenied', message, elements);

export const invalidArgument = (name: string, value: string, message: string) =>
  new S3Error(400, 'InvalidArgument', message, { ArgumentName: name, ArgumentValue: value });

/** S3 has no disk that could be full; SDKs do not call again after a 507. */
export const diskFull = () =>
  new S3Error(507, 'InsufficientStorage', 'The disk has no room left for objects');

export const malformedXml = () =>
  new S3Error(
    400,
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our published schema',
  );

export const noSuchKey = (key: string) =>
  new S3Error(404, 'NoSuchKey', 'The specified key does not exist.', { Key: key });

export const noSuchUpload = (uploadId: string) =>
  new S3Error(
    404,
    'NoSuchUpload',
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
    { UploadId: uploadId },
  );

export const notImplemented = (what: string) =>
  new S3Error(
    501,
    'NotImplemented',
    `A header or query you provided implies functionality that is not implemented: ${what}`,
  );

export const preconditionFailed = (condition: string) =>
  new S3Error(
    412,
    'PreconditionFailed',
    'At least one of the pre-conditions you specified did not hold',
    { Condition: condition },
  );
