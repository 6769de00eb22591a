import type { Template } from 'aws-cdk-lib/assertions';

// Properties are what CloudFormation takes; each test says by its expectations which ones it needs.
export interface Resource<Properties> {
  readonly id: string;
  readonly properties: Properties;
}

/** What a policy allows. */
export interface Policy {
  readonly PolicyDocument: {
    readonly Statement: readonly {
      readonly Effect: string;
      readonly Action: string | readonly string[];
      readonly Resource: unknown;
      readonly Condition?: { readonly StringEquals?: Readonly<Record<string, unknown>> };
    }[];
  };
}

/** All resources of a type, with the properties that the test is about. */
export function resources<Properties>(
  templates: Template | readonly Template[],
  type: string,
): readonly Resource<Properties>[] {
  return [templates].flat().flatMap((template: Template) =>
    Object.entries(template.findResources(type)).map(([id, resource]) => ({
      id,
      properties: resource['Properties'],
    })),
  );
}
