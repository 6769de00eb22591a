import type { Scope } from '../accounts/credential.ts';

/** What a person has to know of the program that asks to act for them. */
export interface ConsentView {
  /** As the program calls itself. */
  readonly clientName: string | undefined;
  /**
   * Host of the document that the program names itself by; undefined when it registered itself.
   */
  readonly documentHost: string | undefined;
  /** Host that the person is sent back to, with its port. */
  readonly redirectHost: string;
  /** Whether that is the machine of the person's browser. */
  readonly loopback: boolean;
  readonly scopes: readonly Scope[];
  readonly orgId: string;
  /** What the organization is called, where it has a name. */
  readonly orgName: string | undefined;
  /** Where another organization is chosen; undefined for a member of one. */
  readonly elsewhere: string | undefined;
  readonly email: string;
  /** Where the form is sent. */
  readonly action: string;
  /** Says that the form was sent from this page. */
  readonly csrf: string;
}
