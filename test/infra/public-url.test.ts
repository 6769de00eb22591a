import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Alarms } from '../../lib/constructs/alarms.ts';
import { Api } from '../../lib/constructs/api.ts';
import { resources } from './resources.ts';

interface Stage {
  readonly Variables?: Readonly<Record<string, string>>;
}

test.each([
  ['https://video.example', { PUBLIC_URL: 'https://video.example' }],
  [undefined, undefined],
])('the address %s is a variable of the stage', (publicUrl, variables) => {
  const stack = new Stack(new App(), 'Test');
  new Api(stack, 'Api', {
    routes: [],
    functionOf: () => {
      throw new Error('no route has a function here');
    },
    alarms: new Alarms(stack, 'Alarms'),
    publicUrl,
  });
  const stages = resources<Stage>(Template.fromStack(stack), 'AWS::ApiGateway::Stage');
  expect(stages.map(({ properties }) => properties.Variables)).toEqual([variables]);
});
