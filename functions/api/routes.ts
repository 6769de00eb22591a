import type { Route } from '../../layers/http/route.ts';
import { addMemberRoute } from './add-member/route.ts';
import { cancelBatchRoute } from './cancel-batch/route.ts';
import { cancelJobRoute } from './cancel-job/route.ts';
import { completeUploadRoute } from './complete-upload/route.ts';
import { createBatchRoute } from './create-batch/route.ts';
import { createKeyRoute } from './create-key/route.ts';
import { creditsRoute } from './credits/route.ts';
import { detailLevelsRoute } from './detail-levels/route.ts';
import { directUploadRoute } from './direct-upload/route.ts';
import { disconnectRoute } from './disconnect/route.ts';
import { endSessionRoute } from './end-session/route.ts';
import { eraseVideoRoute } from './erase-video/route.ts';
import { framesRoute } from './frames/route.ts';
import { getBatchRoute } from './get-batch/route.ts';
import { getJobRoute } from './get-job/route.ts';
import { healthzRoute } from './healthz/route.ts';
import { listConnectionsRoute } from './list-connections/route.ts';
import { listDeliveriesRoute } from './list-deliveries/route.ts';
import { listJobsRoute } from './list-jobs/route.ts';
import { listKeysRoute } from './list-keys/route.ts';
import { listMembersRoute } from './list-members/route.ts';
import { listVideosRoute } from './list-videos/route.ts';
import { mcpRoute } from './mcp/route.ts';
import { openapiRoute } from './openapi/route.ts';
import { removeMemberRoute } from './remove-member/route.ts';
import { renameKeyRoute } from './rename-key/route.ts';
import { resendDeliveryRoute } from './resend-delivery/route.ts';
import { revokeKeyRoute } from './revoke-key/route.ts';
import { rotateWebhookSecretRoute } from './rotate-webhook-secret/route.ts';
import { sessionRoute } from './session/route.ts';
import { ticketUploadRoute } from './ticket-upload/route.ts';
import { transcriptRoute } from './transcript/route.ts';
import { uploadAddressesRoute } from './upload-addresses/route.ts';
import { uploadTicketsRoute } from './upload-tickets/route.ts';
import { uploadsRoute } from './uploads/route.ts';
import { watchVideoRoute } from './watch-video/route.ts';

/** Every endpoint there is. A path that is not here does not exist. */
export const ROUTES: readonly Route[] = [
  framesRoute,
  transcriptRoute,
  watchVideoRoute,
  createBatchRoute,
  getBatchRoute,
  cancelBatchRoute,
  uploadsRoute,
  uploadTicketsRoute,
  ticketUploadRoute,
  directUploadRoute,
  uploadAddressesRoute,
  completeUploadRoute,
  listVideosRoute,
  eraseVideoRoute,
  listJobsRoute,
  getJobRoute,
  cancelJobRoute,
  listDeliveriesRoute,
  resendDeliveryRoute,
  rotateWebhookSecretRoute,
  creditsRoute,
  sessionRoute,
  endSessionRoute,
  listKeysRoute,
  createKeyRoute,
  renameKeyRoute,
  revokeKeyRoute,
  listConnectionsRoute,
  disconnectRoute,
  listMembersRoute,
  addMemberRoute,
  removeMemberRoute,
  mcpRoute,
  detailLevelsRoute,
  openapiRoute,
  healthzRoute,
];
