import { type App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { enterEnvironment, environmentOf } from '../environment.ts';
import { ServiceStack } from './service-stack.ts';
import { StateStack } from './state-stack.ts';

/**
 * An environment of the whole product in one account and region, whichever the credentials name. What must outlive a
 * deployment is a stack of its own, so the service can be torn down and made again.
 */
export function addVideoReader(app: App): { state: StateStack; service: ServiceStack } {
  enterEnvironment(app);
  const { prefix } = environmentOf(app);
  const state = new StateStack(app, `${prefix}State`);
  const service = new ServiceStack(app, `${prefix}Service`, { state });
  // Dashboards have had tags for a short time only, and not yet wherever cfn-lint looks.
  Tags.of(app).add('service', 'video-reader', {
    excludeResourceTypes: ['AWS::CloudWatch::Dashboard'],
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { state, service };
}
