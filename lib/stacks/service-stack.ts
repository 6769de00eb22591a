import { CfnOutput, Duration, Size, Stack } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { ROUTES } from '../../functions/api/routes.ts';
import { EVENTS, type ScheduledEvent } from '../../functions/events/events.ts';
import { OAUTH } from '../../functions/oauth/endpoints.ts';
import { PAGES } from '../../functions/pages/pages.ts';
import { type QueueVariable, WORKERS, type Worker } from '../../functions/workers/workers.ts';
import { type Endpoint, folderOf } from '../../layers/http/route.ts';
import { Alarms } from '../constructs/alarms.ts';
import { Api } from '../constructs/api.ts';
import { bindMailSender } from '../constructs/mail-sender.ts';
import { makeOAuthSecret } from '../constructs/oauth-secret.ts';
import { ObjectEvents } from '../constructs/object-events.ts';
import { bindOpenidProvider } from '../constructs/openid-provider.ts';
import { ScheduledCall } from '../constructs/schedule.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { makeTicketSecret } from '../constructs/ticket-secret.ts';
import { WorkQueue } from '../constructs/work-queue.ts';
import { type Access, API_GRANTS, EVENT_GRANTS, PAGE_GRANTS, WORKER_GRANTS } from '../grants.ts';
import type { StateStack } from './state-stack.ts';

const LONGEST_ANSWER = Duration.minutes(15);
/** What is answered at once reads no video, even where it starts ffmpeg. */
const SHORT = {
  timeout: Duration.seconds(29),
  memorySize: 512,
  ephemeralStorageSize: Size.mebibytes(512),
};

/** Everything that runs: the API, its functions, the queues and their workers. Holds no state. */
export class ServiceStack extends Stack {
  private readonly state: StateStack;
  private readonly alarms: Alarms;
  private readonly queues: ReadonlyMap<QueueVariable, WorkQueue>;
  private readonly ticketSecret: Secret;
  private readonly oauthSecret: Secret;
  private readonly answering = new Map<string, ServiceFunction>();
  private readonly answererModel: string;

  constructor(scope: Construct, id: string, { state }: { state: StateStack }) {
    super(scope, id, { description: 'Video Reader: the API and its workers' });
    this.state = state;
    this.alarms = new Alarms(this, 'Alarms');
    this.answererModel = String(this.node.getContext('answererModel'));
    this.ticketSecret = makeTicketSecret(this, 'TicketSecret');
    this.oauthSecret = makeOAuthSecret(this, 'OAuthSecret');
    this.queues = new Map(
      WORKERS.map((worker) => [
        worker.queueVariable,
        new WorkQueue(this, `Queue-${worker.name}`, worker, this.alarms),
      ]),
    );
    for (const worker of WORKERS) this.addWorker(worker);
    for (const event of EVENTS) this.addEvent(event);
    const api = new Api(this, 'Api', {
      routes: [...ROUTES, ...PAGES, ...OAUTH],
      functionOf: (endpoint) => this.functionOf(endpoint).lambda,
      alarms: this.alarms,
      publicUrl: this.node.tryGetContext('publicUrl'),
    });
    new CfnOutput(this, 'BaseUrl', { value: api.url });
    new CfnOutput(this, 'AlarmTopic', { value: this.alarms.topicArn });
  }

  /** The function that answers an endpoint; those of one folder share one. */
  private functionOf(endpoint: Endpoint): ServiceFunction {
    const folder = folderOf(endpoint);
    const made = this.answering.get(folder) ?? this.addAnswering(folder, endpoint);
    this.answering.set(folder, made);
    return made;
  }

  private addAnswering(folder: string, endpoint: Endpoint): ServiceFunction {
    const own = endpoint.folder === undefined;
    const id = own ? `Api-${endpoint.name}` : folder.replace('/', '-');
    const made = new ServiceFunction(this, id, {
      folder,
      runtime: endpoint.runtime ?? 'node',
      alarms: this.alarms,
      options: {
        description: own ? `${endpoint.method} ${endpoint.path}` : `Answers ${folder}`,
        ...(endpoint.long === true ? { timeout: LONGEST_ANSWER } : SHORT),
      },
    });
    this.bind(made, own ? grantsOf(API_GRANTS, endpoint.name) : grantsOf(PAGE_GRANTS, folder));
    return made;
  }

  private addWorker(worker: Worker): void {
    const made = new ServiceFunction(this, `Worker-${worker.name}`, {
      folder: `workers/${worker.name}`,
      runtime: worker.runtime,
      alarms: this.alarms,
      options: {
        description: `Works on the ${worker.name} queue`,
        timeout: Duration.seconds(worker.timeoutSeconds),
      },
    });
    this.bind(made, grantsOf(WORKER_GRANTS, worker.name));
    const work = this.queue(worker.queueVariable);
    made.lambda.addEventSource(
      new SqsEventSource(work.queue, {
        // A video takes minutes: alone in its batch, nothing waits behind it or is repeated with
        // it.
        batchSize: 1,
        reportBatchItemFailures: true,
        maxConcurrency: worker.concurrency,
      }),
    );
    if (worker.objects !== undefined) {
      new ObjectEvents(this, `Objects-${worker.name}`, this.state.bucket, worker.objects, work);
    }
  }

  private addEvent(event: ScheduledEvent): void {
    const made = new ServiceFunction(this, `Event-${event.name}`, {
      folder: `events/${event.name}`,
      runtime: 'node',
      alarms: this.alarms,
      options: {
        description: `Called every ${event.everyMinutes} min`,
        timeout: Duration.seconds(event.timeoutSeconds),
      },
    });
    this.bind(made, grantsOf(EVENT_GRANTS, event.name));
    new ScheduledCall(this, `Schedule-${event.name}`, event, made.lambda, this.alarms);
  }

  private bind(made: ServiceFunction, access: Partial<Access>): void {
    const { tables, bucket } = this.state;
    if (access.RECORDS_TABLE) made.bindRecords(tables.RECORDS_TABLE, access.RECORDS_TABLE);
    if (access.LEDGER_TABLE) made.bindLedger(tables.LEDGER_TABLE, access.LEDGER_TABLE);
    if (access.BUCKET) made.bindBucket(bucket, access.BUCKET);
    for (const [variable, { queue }] of this.queues) {
      const uses = access[variable];
      if (uses) made.bindQueue(variable, queue, uses);
    }
    if (access.TRANSCRIBER) made.bindTranscriber(bucket, access.TRANSCRIBER);
    if (access.TEXT_READER) made.bindTextReader();
    if (access.UPLOAD_SIGNER_ROLE) made.bindUploadSigner(bucket);
    if (access.MAIL_SENDER) bindMailSender(made);
    if (access.OPENID_ISSUER) bindOpenidProvider(made);
    if (access.ANSWERER) made.bindAnswerer(this.answererModel, access.ANSWERER);
    if (access.TICKET_SECRET) made.bindTicketSecret(this.ticketSecret);
    if (access.OAUTH_SECRET) made.bindOAuthSecret(this.oauthSecret);
  }

  private queue(variable: QueueVariable): WorkQueue {
    const queue = this.queues.get(variable);
    if (queue === undefined) throw new Error(`No worker names the queue ${variable}`);
    return queue;
  }
}

function grantsOf(table: Readonly<Record<string, Partial<Access>>>, name: string): Partial<Access> {
  const access = table[name];
  if (access === undefined) throw new Error(`lib/grants.ts says nothing of ${name}`);
  return access;
}
