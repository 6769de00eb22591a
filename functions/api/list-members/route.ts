import { MemberList } from '../../../layers/domain/identity/member.ts';
import { route } from '../../../layers/http/route.ts';

export const listMembersRoute = route({
  name: 'list-members',
  method: 'GET',
  path: '/v1/members',
  summary: 'Members of the organization',
  description: 'The people who may sign in for your organization, the longest membership first.',
  scope: 'person',
  replies: { 200: MemberList },
  errors: [],
});
