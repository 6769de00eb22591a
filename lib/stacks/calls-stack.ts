import { Duration, NestedStack, Size } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { ROUTES } from '../../functions/api/routes.ts';
import { OAUTH } from '../../functions/oauth/endpoints.ts';
import { PAGES } from '../../functions/pages/pages.ts';
import { type Endpoint, folderOf } from '../../layers/http/route.ts';
import type { Alarms } from '../constructs/alarms.ts';
import { type Bindable, bindAccess } from '../constructs/bind-access.ts';
import type { BareFunction } from '../constructs/durable-function.ts';
import { SYNC_WAIT_SECONDS } from '../constructs/edge.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { API_GRANTS, grantsOf, PAGE_GRANTS } from '../grants.ts';

const LONG = {
  timeout: Duration.minutes(15),
  environment: { SYNC_WAIT_SECONDS: String(SYNC_WAIT_SECONDS) },
};
/** What is answered at once reads no video, even where it starts ffmpeg. */
const SHORT = {
  timeout: Duration.seconds(29),
  memorySize: 512,
  ephemeralStorageSize: Size.mebibytes(512),
};

interface CallsProps {
  readonly bindable: Bindable;
  readonly decodeNow: BareFunction;
  readonly alarms: Alarms;
}

/** The functions that answer HTTP calls: routes, pages and the authorization server. */
export class CallsStack extends NestedStack {
  readonly endpoints: readonly Endpoint[] = [...ROUTES, ...PAGES, ...OAUTH];
  private readonly answering: ReadonlyMap<string, ServiceFunction>;

  constructor(scope: Construct, id: string, { bindable, decodeNow, alarms }: CallsProps) {
    super(scope, id, { description: 'Video Reader: functions that answer calls' });
    const answering = new Map<string, ServiceFunction>();
    for (const endpoint of this.endpoints) {
      const folder = folderOf(endpoint);
      if (answering.has(folder)) continue;
      const own = endpoint.folder === undefined;
      const made = new ServiceFunction(
        this,
        own ? `Api-${endpoint.name}` : folder.replace('/', '-'),
        {
          folder,
          runtime: endpoint.runtime ?? 'node',
          alarms,
          options: {
            description: own ? `${endpoint.method} ${endpoint.path}` : `Answers ${folder}`,
            ...(endpoint.long === true ? LONG : SHORT),
          },
        },
      );
      const grants = own ? grantsOf(API_GRANTS, endpoint.name) : grantsOf(PAGE_GRANTS, folder);
      bindAccess(made, grants, bindable);
      if (grants.DECODE_NOW_FUNCTION) decodeNow.bindTo(made, 'DECODE_NOW_FUNCTION');
      answering.set(folder, made);
    }
    this.answering = answering;
  }

  /** The function that answers an endpoint; those of one folder share one. */
  functionOf(endpoint: Endpoint): IFunction {
    const made = this.answering.get(folderOf(endpoint));
    if (made === undefined) throw new Error(`No function answers ${endpoint.path}`);
    return made.alias;
  }
}
