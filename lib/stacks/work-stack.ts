import { Duration, NestedStack } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import {
  decode,
  decodeNow,
  decodeSound,
  fetchLinks,
  longRead,
  transcript,
} from '../../functions/durable/durable-functions.ts';
import type { DurableFunctionShape } from '../../functions/durable/shapes.ts';
import { EVENTS, type ScheduledEvent } from '../../functions/events/events.ts';
import {
  type QueueVariable,
  recogniseWorker,
  WORKERS,
  type Worker,
} from '../../functions/workers/workers.ts';
import type { Alarms } from '../constructs/alarms.ts';
import { type Bindable, bindAccess } from '../constructs/bind-access.ts';
import { BareFunction, DurableFunction } from '../constructs/durable-function.ts';
import { ObjectEvents } from '../constructs/object-events.ts';
import { ScheduledCall } from '../constructs/schedule.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { TranscriptionEvents } from '../constructs/transcription-events.ts';
import { WorkQueue } from '../constructs/work-queue.ts';
import { environmentOf, requireRoom } from '../environment.ts';
import { DECODE, FETCH, MERGING, SOUND, WAITING } from '../function-sizes.ts';
import { DURABLE_GRANTS, EVENT_GRANTS, grantsOf, TOLD_GRANTS, WORKER_GRANTS } from '../grants.ts';

const SIZES = { waits: WAITING, merges: MERGING } as const;

interface WorkProps {
  /** What outlives a deployment; the queues are made here. */
  readonly kept: Bindable;
  readonly alarms: Alarms;
}

/** Queues, the workers that they feed, and the functions that a clock calls. */
export class WorkStack extends NestedStack {
  readonly queues: ReadonlyMap<QueueVariable, WorkQueue>;
  private readonly bindable: Bindable;
  private readonly alarms: Alarms;
  private readonly longRead: DurableFunction;
  /** Decodes foreign bytes for whoever waits. */
  readonly decodeNow: BareFunction;
  private readonly fetchLinks: BareFunction;
  private readonly transcript: DurableFunction;

  constructor(scope: Construct, id: string, { kept, alarms }: WorkProps) {
    super(scope, id, { description: 'Video Reader: queues, workers and schedules' });
    this.alarms = alarms;
    this.queues = new Map(
      WORKERS.map((worker) => [
        worker.queueVariable,
        new WorkQueue(this, `Queue-${worker.name}`, worker, alarms),
      ]),
    );
    this.bindable = { ...kept, queues: this.queues };
    const taken = [...WORKERS, longRead, transcript, decode, decodeSound, decodeNow];
    requireRoom(
      this,
      taken.reduce((sum, one) => sum + this.atOnce(one), 0),
    );
    const decoder = new BareFunction(this, 'Decode', decode, {
      alarms,
      folder: `durable/${decode.name}`,
      memoryMb: DECODE.memoryMb,
    });
    this.longRead = this.makeDurable('LongRead', longRead, decoder);
    new BareFunction(this, 'DecodeSound', decodeSound, {
      alarms,
      folder: `durable/${decode.name}`,
      memoryMb: SOUND.memoryMb,
    }).bindTo(this.longRead, 'DECODE_SOUND_FUNCTION');
    this.transcript = this.makeDurable('Transcript', transcript, decoder);
    this.decodeNow = new BareFunction(this, 'DecodeNow', decodeNow, {
      alarms,
      folder: `durable/${decode.name}`,
    });
    this.decodeNow.bindTextReader();
    this.fetchLinks = new BareFunction(this, 'Fetch', fetchLinks, {
      alarms,
      folder: `durable/${fetchLinks.name}`,
      memoryMb: FETCH.memoryMb,
      // Most jobs are about what is stored: a share would lie idle, and no more than workers call it.
      reserves: false,
    });
    for (const worker of WORKERS) this.addWorker(worker);
    for (const event of EVENTS) this.addEvent(event);
    this.addTranscribed();
  }

  private addWorker(worker: Worker): void {
    const { reserves } = environmentOf(this);
    const atOnce = this.atOnce(worker);
    const made = new ServiceFunction(this, `Worker-${worker.name}`, {
      folder: `workers/${worker.name}`,
      runtime: worker.runtime,
      alarms: this.alarms,
      options: {
        description: `Works on the ${worker.name} queue`,
        timeout: Duration.seconds(worker.timeoutSeconds),
        ...(worker.only ? { memorySize: SIZES[worker.only].memoryMb } : {}),
        // Calls that wait hold instances too; these are not theirs to take.
        ...(reserves ? { reservedConcurrentExecutions: atOnce } : {}),
      },
    });
    const access = grantsOf(WORKER_GRANTS, worker.name);
    bindAccess(made, access, this.bindable);
    if (access.DECODE_NOW_FUNCTION) this.decodeNow.bindTo(made, 'DECODE_NOW_FUNCTION');
    if (access.FETCH_FUNCTION) this.fetchLinks.bindTo(made, 'FETCH_FUNCTION');
    if (access.LONG_READ_FUNCTION) this.longRead.bindTo(made, 'LONG_READ_FUNCTION');
    if (access.TRANSCRIPT_FUNCTION) this.transcript.bindTo(made, 'TRANSCRIPT_FUNCTION');
    if (worker === recogniseWorker) this.transcript.letAnswer(made);
    const work = this.queue(worker.queueVariable);
    made.alias.addEventSource(
      new SqsEventSource(work.queue, {
        // A video takes minutes: alone in its batch, nothing waits behind it or is repeated with
        // it.
        batchSize: 1,
        reportBatchItemFailures: true,
        maxConcurrency: atOnce,
      }),
    );
    if (worker.objects !== undefined) {
      const id = `Objects-${worker.name}`;
      new ObjectEvents(this, id, this.bindable.bucket, worker.objects, work);
    }
  }

  /** A function that carries long jobs, and has what they need decoded by one without rights. */
  private makeDurable(
    id: string,
    shape: DurableFunctionShape,
    decoder: BareFunction,
  ): DurableFunction {
    const { alarms } = this;
    const made = new DurableFunction(this, id, shape, {
      alarms,
      folder: `durable/${shape.name}`,
    });
    bindAccess(made, grantsOf(DURABLE_GRANTS, shape.name), this.bindable);
    decoder.bindTo(made, 'DECODE_FUNCTION');
    return made;
  }

  /** Ends what waits for a job of Amazon Transcribe, when that tells that the job has ended. */
  private addTranscribed(): void {
    const folder = 'events/transcribed';
    const made = new ServiceFunction(this, 'Event-transcribed', {
      folder,
      runtime: 'node',
      alarms: this.alarms,
      options: { description: 'Told of jobs of Amazon Transcribe that have ended' },
    });
    bindAccess(made, grantsOf(TOLD_GRANTS, 'transcribed'), this.bindable);
    made.allowTranscriptions(['transcribe:GetTranscriptionJob']);
    this.transcript.letAnswer(made);
    new TranscriptionEvents(this, 'Transcriptions', made.alias);
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
    bindAccess(made, grantsOf(EVENT_GRANTS, event.name), this.bindable);
    new ScheduledCall(this, `Schedule-${event.name}`, event, made.alias, this.alarms);
  }

  /** Messages that a worker has in work at once, or calls of another function. */
  private atOnce({ concurrency }: Pick<Worker, 'concurrency'>): number {
    return Math.min(concurrency, environmentOf(this).concurrency);
  }

  private queue(variable: QueueVariable): WorkQueue {
    const queue = this.queues.get(variable);
    if (queue === undefined) throw new Error(`No worker names the queue ${variable}`);
    return queue;
  }
}
