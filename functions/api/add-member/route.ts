import { AddMember, Member } from '../../../layers/domain/identity/member.ts';
import { route } from '../../../layers/http/route.ts';

export const addMemberRoute = route({
  name: 'add-member',
  method: 'POST',
  path: '/v1/members',
  summary: 'Add a member',
  description:
    'For owners. They sign in with a code that is mailed to the address; nothing is mailed before. The address of a member changes their role.',
  scope: 'person',
  body: AddMember,
  replies: { 200: Member },
  errors: ['invalid_request', 'insufficient_scope'],
});
