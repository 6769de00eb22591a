import { MemberParams, RemovedMember } from '../../../layers/domain/identity/member.ts';
import { route } from '../../../layers/http/route.ts';

export const removeMemberRoute = route({
  name: 'remove-member',
  method: 'DELETE',
  path: '/v1/members/{userId}',
  summary: 'Remove a member',
  description:
    'For owners, and for whoever goes. Their sessions here and the programs that they connected end at once; an organization keeps an owner.',
  scope: 'person',
  params: MemberParams,
  replies: { 200: RemovedMember },
  errors: ['invalid_request', 'insufficient_scope', 'video_not_found'],
});
