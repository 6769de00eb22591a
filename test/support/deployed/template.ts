/** A resource of a template; each reader says by its type which properties it needs. */
export interface Resource<Properties = Readonly<Record<string, unknown>>> {
  readonly Type: string;
  readonly Properties: Properties;
}
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<
    Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: string } }>
  >;
}
export interface Stack {
  readonly name: string;
  readonly template: Template;
  /** Of a nested stack: the one that it is a resource of, and what that hands over. */
  readonly parent?: Stack;
  readonly parameters?: Readonly<Record<string, unknown>>;
}
/** A resource with where it stands. */
export interface Placed<Properties> {
  readonly stack: Stack;
  readonly id: string;
  readonly properties: Properties;
}

/** All resources of a type, over all stacks. */
export const placed = <Properties>(
  stacks: readonly Stack[],
  type: string,
): readonly Placed<Properties>[] =>
  stacks.flatMap((stack) =>
    Object.entries(stack.template.Resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id, { Properties }]) => ({ stack, id, properties: Properties as Properties })),
  );

/** What a resource is called once it is there: `Ref` and its attributes. */
export type Physical = Readonly<Record<string, string>>;

const ACCOUNT = '000000000000';

/**
 * The values of a template, as CloudFormation works them out.
 * @param physicalOf what became of a resource; undefined of one that was not made
 * @param secretOf the value of a secret by its `Ref`
 */
export function resolver(
  stacks: readonly Stack[],
  region: string,
  physicalOf: (stack: Stack, id: string) => Physical | undefined,
  secretOf: (ref: string) => string,
) {
  const pseudo: Readonly<Record<string, string>> = {
    'AWS::Region': region,
    'AWS::AccountId': ACCOUNT,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
  };
  const attribute = (stack: Stack, id: string, name: string): string => {
    const { parent, parameters = {} } = stack;
    if (parent && id in parameters) return resolve(parameters[id], parent);
    const [, output] = /^Outputs\.(.*)$/.exec(name) ?? [];
    if (output !== undefined) {
      const nested = stacks.find((one) => one.parent === stack && one.name === id);
      const told = nested?.template.Outputs?.[output]?.Value;
      if (nested && told !== undefined) return resolve(told, nested);
    }
    const value = pseudo[id] ?? physicalOf(stack, id)?.[name];
    if (value === undefined) throw new Error(`${stack.name}: there is no ${name} of ${id}`);
    return value;
  };
  const imported = (name: unknown): string => {
    for (const stack of stacks) {
      for (const { Value, Export } of Object.values(stack.template.Outputs ?? {})) {
        if (Export?.Name === name) return resolve(Value, stack);
      }
    }
    throw new Error(`no stack exports ${name}`);
  };
  const resolve = (value: unknown, stack: Stack): string => {
    if (typeof value !== 'object' || value === null) {
      return String(value).replaceAll(
        /\{\{resolve:secretsmanager:(.*?):SecretString:::\}\}/g,
        (_, ref: string) => secretOf(ref),
      );
    }
    const [[intrinsic, of] = ['', undefined]] = Object.entries(value);
    const all = (parts: unknown) => (parts as unknown[]).map((part) => resolve(part, stack));
    if (intrinsic === 'Ref') return attribute(stack, of as string, 'Ref');
    if (intrinsic === 'Fn::GetAtt') return attribute(stack, ...(of as [string, string]));
    if (intrinsic === 'Fn::ImportValue') return imported(of);
    if (intrinsic === 'Fn::Join') {
      const [separator, parts] = of as [string, unknown[]];
      return resolve(all(parts).join(separator), stack);
    }
    // What stands at a place of a text that is cut at each separator.
    if (intrinsic === 'Fn::Select') {
      const [place, { 'Fn::Split': split = ['', ''] }] = of as [
        number,
        { readonly 'Fn::Split'?: readonly [string, unknown] },
      ];
      return resolve(split[1], stack).split(split[0])[place] ?? '';
    }
    if (intrinsic === 'Fn::Sub') {
      return (of as string).replaceAll(/\$\{([^}]+)\}/g, (_, id: string) =>
        attribute(stack, id, 'Ref'),
      );
    }
    throw new Error(`${stack.name}: ${JSON.stringify(value)} is not understood`);
  };
  return resolve;
}
