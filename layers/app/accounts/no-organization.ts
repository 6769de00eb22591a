/** Said to whoever runs the service. */
export const noOrganization = (orgId: string): Error =>
  new Error(`there is no organization ${orgId}`);
