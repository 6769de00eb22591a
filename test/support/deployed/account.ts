import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SQSClient } from '@aws-sdk/client-sqs';

/** The services that functions of an account find, wherever they run. */
export interface Account {
  readonly region: string;
  /** What says to AWS clients where they are, and with which credentials. */
  readonly variables: Readonly<Record<string, string>>;
  readonly dynamo: DynamoDBClient;
  readonly sqs: SQSClient;
  readonly makeBucket: (name: string) => Promise<void>;
  /** Told of each new object, in the form in which EventBridge hands it on. */
  onObject: (event: { readonly detail: { readonly object: { readonly key: string } } }) => void;
  /** Requests to services that nothing stands for. */
  readonly strays: readonly string[];
  stop(): Promise<void>;
}
