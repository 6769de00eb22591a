import type { z } from 'zod';
import type {
  ApiKey,
  ApiKeyList,
  NameApiKey,
  NewApiKey,
  RevokedApiKey,
} from '../domain/accounts/api-keys.ts';
import type { CreditsResult } from '../domain/accounts/credits-result.ts';
import type { Batch, BatchCreated, BatchRequest } from '../domain/batches/batch.ts';
import type {
  BatchEstimated,
  CallEstimated,
  QuestionEstimate,
  QuestionEstimated,
} from '../domain/calls/estimate.ts';
import type { ErrorBody } from '../domain/errors.ts';
import type { FramesRequest, FramesResult } from '../domain/frames/frames.ts';
import type { Health } from '../domain/health.ts';
import type { AddMember, Member, MemberList, RemovedMember } from '../domain/identity/member.ts';
import type { SessionResult, SignedOut } from '../domain/identity/session-result.ts';
import type { Job, JobList, JobProgress, JobSummary, QueuedJob } from '../domain/jobs/job.ts';
import type { Connection, ConnectionList, EndedConnection } from '../domain/oauth/connection.ts';
import type { AlreadyRead, Answer, WatchVideoRequest } from '../domain/questions/question.ts';
import type {
  Transcript,
  TranscriptRequest,
  TranscriptResult,
} from '../domain/transcript/transcript.ts';
import type {
  CompleteRequest,
  DirectUploadRequest,
  FreshAddressesRequest,
  FreshParts,
  FreshPut,
  MultipartTarget,
  PutTarget,
  UploadResult,
  UploadTicket,
  UploadTicketRequest,
} from '../domain/uploads/upload.ts';
import type { EraseVideoResult } from '../domain/videos/erase-video.ts';
import type { Thumbnail } from '../domain/videos/thumbnail.ts';
import type { Video } from '../domain/videos/video.ts';
import type { ListedVideo, VideoList } from '../domain/videos/video-list.ts';
import type { WebhookDelivery, WebhookDeliveryList } from '../domain/webhooks/webhook-delivery.ts';
import type {
  JobEvent,
  VideoFailedEvent,
  VideoReadyEvent,
} from '../domain/webhooks/webhook-event.ts';
import type { RotatedWebhookSecret } from '../domain/webhooks/webhook-secret.ts';

// One story: a 42 second talk is uploaded, looked at, listened to, asked about and erased.
const ORG_ID = 'org_01KAH2K1A4B8C0D3E5F6G9H1J2';
const KEY_ID = 'key_01KAH2K1A4B8C0D3E5F6G9H1J4';
const VIDEO_ID = 'vid_01KAH2M7Q4R8S0T3V5W6X9Y1Z2';
const UPLOAD_ID = 'upl_01KAH2M7Q4R8S0T3V5W6X9Y1Z3';
const JOB_ID = 'job_01KAH2N0B4C8D0E3F5G6H9J1K2';
const SESSION_ID = 'ses_01KAH2P3A4B8C0D3E5F6G9H1J2';
const BATCH_ID = 'bat_01KAH2Q5A4B8C0D3E5F6G9H1J2';
const BASE = 'https://api.video-reader.example';
const STORAGE = 'https://storage.video-reader.example';

const video: Video = {
  id: VIDEO_ID,
  platform: 'upload',
  duration: 42.5,
  width: 1920,
  height: 1080,
  orientation: 'landscape',
  src_fps: 25,
  title: 'lighthouse-talk',
  language: 'en',
  content_box: null,
  carousel: null,
  start_timecode: null,
  interlaced: false,
  audio_tracks: 1,
};

const transcript: Transcript = {
  language: 'en',
  source: 'transcribed',
  text: 'The lamp turns once in ten seconds.',
  segments: [
    { start: 3.1, end: 4.1, text: 'The lamp turns once in ten seconds.', confidence: 0.94 },
  ],
  speech: { is_speech: true, confidence: 0.98, reason: 'Words in most of the window.' },
  low_confidence: [],
};

const framesResult: FramesResult = {
  job_id: JOB_ID,
  status: 'succeeded',
  credits_charged: 0.08,
  cache_hit: false,
  video,
  detail: 'detail',
  fps: 5,
  fps_capped_to_source: false,
  window: [3, 4.2],
  coverage: {
    covered_seconds: 1.2,
    of_total: 42.5,
    is_full_video: false,
    gaps: [
      { start: 0, end: 3 },
      { start: 4.2, end: 42.5 },
    ],
  },
  geometry: {
    grid: [2, 3],
    frames_per_sheet: 6,
    tile: [783, 440],
    sheet: [1568, 1324],
    frame_interval_ms: 200,
  },
  total_frames: 6,
  total_estimated_vision_tokens: 2688,
  sheets: [
    {
      page: 1,
      t0: 3,
      t1: 4,
      n_frames: 6,
      frame_times: [3, 3.2, 3.4, 3.6, 3.8, 4],
      width: 1568,
      height: 1324,
      bytes: 284_113,
      estimated_vision_tokens: 2688,
      spoken: 'The lamp turns once in ten seconds.',
      qa_flags: ['cut:3.40'],
      url: `${STORAGE}/sheet-1.jpg?signature=4f1c`,
    },
  ],
  transcript,
  technical: {
    scene_cuts: [3.4],
    pacing: {
      cuts: 1,
      segments: 2,
      median_segment_seconds: 0.6,
      shortest_segment_seconds: 0.4,
      longest_segment_seconds: 0.8,
      cuts_per_minute: 50,
    },
    freezes: [],
    blacks: [],
    silence_gaps: [],
    skipped: false,
  },
  notes: [],
};

const jobSummary: JobSummary = {
  video_id: VIDEO_ID,
  job_id: JOB_ID,
  status: 'succeeded',
  operation: 'frames',
  detail: 'detail',
  queue: 'read',
  credits_charged: 0.08,
  cache_hit: false,
  queued_at: '2026-11-20T09:00:00.000Z',
  started_at: '2026-11-20T09:00:00.400Z',
  finished_at: '2026-11-20T09:00:03.100Z',
  error: null,
};
const { video_id: _, ...endedJob } = jobSummary;

const answer: Answer = {
  session_id: SESSION_ID,
  answer: 'The lamp is first lit at [12.5s]; it has turned once by [22.5s].',
  unanswered: [{ field: 'keeper', reason: 'Nobody is named, on the picture or in the sound.' }],
  unresolved: [
    { from: 30, to: 31, reason: 'The sign is too small to read.', region: [0.6, 0.1, 0.9, 0.4] },
  ],
  cached: false,
  seen_at: [12.5, 22.5],
  credits_charged: 2.13,
  ms: 8214,
  notes: ['Answered by gpt-vision at models.example.'],
};

interface Examples {
  FramesRequest: z.input<typeof FramesRequest>;
  FramesResult: FramesResult;
  TranscriptRequest: z.input<typeof TranscriptRequest>;
  TranscriptResult: TranscriptResult;
  WatchVideoRequest: z.input<typeof WatchVideoRequest>;
  Answer: Answer;
  AlreadyRead: AlreadyRead;
  BatchRequest: z.input<typeof BatchRequest>;
  BatchCreated: BatchCreated;
  Batch: Batch;
  CallEstimated: z.infer<typeof CallEstimated>;
  QuestionEstimated: z.infer<typeof QuestionEstimated>;
  BatchEstimated: z.infer<typeof BatchEstimated>;
  UploadResult: UploadResult;
  UploadTicket: UploadTicket;
  DirectUploadRequest: DirectUploadRequest;
  PutTarget: PutTarget;
  MultipartTarget: MultipartTarget;
  FreshAddressesRequest: FreshAddressesRequest;
  FreshPut: FreshPut;
  FreshParts: FreshParts;
  CompleteRequest: CompleteRequest;
  QueuedJob: QueuedJob;
  Job: Job;
  JobProgress: JobProgress;
  JobList: JobList;
  WebhookDelivery: WebhookDelivery;
  WebhookDeliveryList: WebhookDeliveryList;
  CreditsResult: CreditsResult;
  ListedVideo: ListedVideo;
  Thumbnail: Thumbnail;
  VideoList: VideoList;
  RotatedWebhookSecret: RotatedWebhookSecret;
  ApiKey: ApiKey;
  NewApiKey: NewApiKey;
  ApiKeyList: ApiKeyList;
  NameApiKey: NameApiKey;
  RevokedApiKey: RevokedApiKey;
  AddMember: AddMember;
  Member: Member;
  MemberList: MemberList;
  RemovedMember: RemovedMember;
  Connection: Connection;
  ConnectionList: ConnectionList;
  EndedConnection: EndedConnection;
  SessionResult: SessionResult;
  SignedOut: SignedOut;
  EraseVideoResult: EraseVideoResult;
  Health: Health;
  UploadTicketRequest: UploadTicketRequest;
  JobEvent: z.infer<typeof JobEvent>;
  VideoReadyEvent: z.infer<typeof VideoReadyEvent>;
  VideoFailedEvent: z.infer<typeof VideoFailedEvent>;
  ErrorBody: ErrorBody;
}

const target = {
  upload_id: UPLOAD_ID,
  max_bytes: 2_000_000_000,
  expires_at: '2026-11-20T09:15:00.000Z',
  complete_url: `${BASE}/v1/uploads/${UPLOAD_ID}/complete`,
} as const;

const delivery: WebhookDelivery = {
  id: JOB_ID.replace('job_', 'msg_'),
  job_id: JOB_ID,
  url: 'https://receiver.example/video-reader',
  status: 'pending',
  attempts: 1,
  created_at: '2026-11-20T09:00:03.100Z',
  next_attempt_at: '2026-11-20T09:00:05.300Z',
  last_response: { at: '2026-11-20T09:00:03.300Z', status: 503, error: null },
};

const put: PutTarget['put'] = {
  method: 'PUT',
  url: `${STORAGE}/incoming?signature=4f1c`,
  headers: { 'content-type': 'video/mp4', 'cache-control': 'private' },
};

const thumbnail: Thumbnail = {
  url: `${STORAGE}/sheet-1.jpg?signature=51aa`,
  sheet: [1568, 882],
  tile: [0, 0, 312, 175],
};

const listedVideo: ListedVideo = {
  video_id: VIDEO_ID,
  platform: 'upload',
  video,
  upload_id: UPLOAD_ID,
  url: null,
  size_bytes: 18_220_431,
  created_at: '2026-11-20T08:59:30.000Z',
  expires_at: '2026-12-20T08:59:30.000Z',
  reads: [
    {
      operation: 'frames',
      detail: 'detail',
      language: null,
      windows: [{ start: 3, end: 4.2 }],
    },
    {
      operation: 'transcript',
      detail: null,
      language: 'auto',
      windows: [{ start: 0, end: 42.5 }],
    },
  ],
  thumbnail,
};

const apiKey: ApiKey = {
  key_id: KEY_ID,
  name: 'harbour server',
  last4: 'F9cQ',
  created_at: '2026-11-20T08:59:00.000Z',
  last_used_at: '2026-11-20T09:00:00.000Z',
};

const member: Member = {
  user_id: 'usr_01KAH2R6A4B8C0D3E5F6G9H1J2',
  email: 'ada@example.com',
  role: 'member',
  created_at: '2026-11-20T09:00:00.000Z',
};

const connection: Connection = {
  connection_id: 'con_01JZ0Z9M3H5K7Q2V4X6B8D0F1G',
  client_id: 'https://agent.example/client.json',
  client_name: 'An agent',
  redirect_host: '127.0.0.1:51234',
  scopes: ['video:read'],
  created_at: '2026-11-20T08:59:00.000Z',
  last_used_at: '2026-11-20T09:00:00.000Z',
};

const estimate: Omit<QuestionEstimate, 'depth' | 'sheets' | 'estimated_vision_tokens'> = {
  credits: 0.08,
  cache_hit: false,
  wallet: 'topup',
  balance_after: 99.92,
  window: [3, 4.2],
};
const questionEstimate: QuestionEstimate = {
  ...estimate,
  credits: 2.13,
  balance_after: 97.87,
  window: [0, 42.6],
  depth: 'full',
  sheets: 0,
  estimated_vision_tokens: 0,
};

const EXAMPLES_BY_ID: Examples = {
  FramesRequest: { upload_id: UPLOAD_ID, detail: 'detail', start: 3, end: '0:04.2' },
  FramesResult: framesResult,
  TranscriptRequest: { upload_id: UPLOAD_ID, format: 'srt' },
  TranscriptResult: {
    ...transcript,
    job_id: JOB_ID,
    status: 'succeeded',
    credits_charged: 0.36,
    cache_hit: false,
    video,
    subtitles: '1\n00:00:03,100 --> 00:00:04,100\nThe lamp turns once in ten seconds.\n',
    notes: [],
  },
  WatchVideoRequest: { upload_id: UPLOAD_ID, question: 'When is the lamp lit, and by whom?' },
  Answer: answer,
  AlreadyRead: {
    status: 'already_read',
    session_id: SESSION_ID,
    video,
    price: { follow_up: 0.1, rewatch: 2.13 },
    next: {
      follow_up: { session_id: SESSION_ID, question: 'What does the sign say?' },
      rewatch: { upload_id: UPLOAD_ID, question: 'What does the sign say?', rewatch: true },
    },
  },
  BatchRequest: {
    items: [{ upload_id: UPLOAD_ID, ref: 'north' }, { url: 'https://video.example/south.mp4' }],
    question: 'What colour is the tower?',
  },
  BatchCreated: { batch_id: BATCH_ID, verb: 'watch_video', status: 'queued', total: 2 },
  CallEstimated: {
    estimate: { ...estimate, sheets: 1, estimated_vision_tokens: 2688, detail: 'detail' },
  },
  QuestionEstimated: { estimate: questionEstimate },
  BatchEstimated: {
    estimate: {
      ...questionEstimate,
      window: null,
      items: [
        { ref: 'north', estimate: questionEstimate, error: null },
        {
          ref: null,
          estimate: null,
          error: {
            type: 'video_not_found',
            message: 'Your organization has no video with this id.',
          },
        },
      ],
    },
  },
  Batch: {
    batch_id: BATCH_ID,
    status: 'running',
    total: 2,
    done: 1,
    failed: 0,
    credits_charged: 2.13,
    items: [
      {
        ref: 'north',
        run_id: 'run_01KAH2Q5A4B8C0D3E5F6G9H1J3',
        status: 'succeeded',
        session_id: SESSION_ID,
        answer: 'White with a red band, as at [4s].',
        value: null,
        unanswered: [],
        credits_charged: 2.13,
        error: null,
      },
      {
        ref: null,
        run_id: 'run_01KAH2Q5A4B8C0D3E5F6G9H1J4',
        status: 'running',
        session_id: null,
        answer: null,
        value: null,
        unanswered: [],
        credits_charged: 0,
        error: null,
      },
    ],
  },
  UploadResult: {
    upload_id: UPLOAD_ID,
    video,
    size_bytes: 18_220_431,
    received_bytes: 18_220_431,
  },
  UploadTicket: {
    ticket: 'q83vEjRWeJq83vEjRWeJq83vEjRWeJo',
    upload_url: `${BASE}/v1/uploads/t/q83vEjRWeJq83vEjRWeJq83vEjRWeJo`,
    direct_url: `${BASE}/v1/uploads/direct?ticket=q83vEjRWeJq83vEjRWeJq83vEjRWeJo`,
    expires_at: '2026-11-20T09:15:00.000Z',
    max_bytes: 2_000_000_000,
  },
  DirectUploadRequest: {
    filename: 'lighthouse-talk.mp4',
    bytes: 18_220_431,
    content_type: 'video/mp4',
  },
  PutTarget: { ...target, put },
  FreshPut: { expires_at: target.expires_at, put },
  FreshAddressesRequest: { part_numbers: [2] },
  FreshParts: {
    expires_at: target.expires_at,
    multipart: {
      part_size: 64_000_000,
      parts: [{ part_number: 2, method: 'PUT', url: `${STORAGE}/incoming?part=2&signature=a90d` }],
    },
  },
  MultipartTarget: {
    ...target,
    multipart: {
      part_size: 64_000_000,
      parts: [
        { part_number: 1, method: 'PUT', url: `${STORAGE}/incoming?part=1&signature=4f1c` },
        { part_number: 2, method: 'PUT', url: `${STORAGE}/incoming?part=2&signature=4f1c` },
      ],
    },
  },
  CompleteRequest: { parts: [{ part_number: 1, etag: '"9b2cf535f27731c974343645a3985328"' }] },
  QueuedJob: {
    job_id: JOB_ID,
    status: 'queued',
    queue: 'read',
    queued_at: '2026-11-20T09:00:00.000Z',
  },
  Job: { ...jobSummary, result: framesResult },
  JobProgress: { stage: 'fetching', bytes: 31_457_280, of: 118_200_000, seconds_left: 21 },
  JobList: { jobs: [jobSummary] },
  WebhookDelivery: delivery,
  WebhookDeliveryList: { deliveries: [delivery] },
  CreditsResult: {
    org_id: ORG_ID,
    tier: 'creator',
    credits_balance: 600,
    credits_renew_at: '2026-12-01T00:00:00.000Z',
    topup_balance: 99.92,
    tool_balance: 0,
    wallet: 'topup',
    plan: {
      monthly_credits: 600,
      concurrency: 4,
      retention_days: 30,
      max_video_minutes: 120,
      allows_motion: true,
    },
    ledger: [
      {
        delta: -0.08,
        reason: 'frames:detail',
        wallet: 'topup',
        job_id: JOB_ID,
        balance_after: 99.92,
        at: '2026-11-20T09:00:00.900Z',
      },
    ],
  },
  ListedVideo: listedVideo,
  Thumbnail: thumbnail,
  VideoList: { videos: [listedVideo], next: null },
  RotatedWebhookSecret: {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    previous_signs_until: '2026-11-21T09:00:00.000Z',
  },
  ApiKey: apiKey,
  NewApiKey: {
    key_id: KEY_ID,
    name: 'harbour server',
    last4: 'F9cQ',
    created_at: '2026-11-20T08:59:00.000Z',
    key: 'sk_live_…F9cQ',
  },
  ApiKeyList: { keys: [apiKey] },
  NameApiKey: { name: 'harbour server' },
  RevokedApiKey: { key_id: KEY_ID, revoked: true },
  AddMember: { email: member.email, role: member.role },
  Member: member,
  MemberList: { members: [member] },
  RemovedMember: { user_id: member.user_id, removed: true },
  Connection: connection,
  ConnectionList: { connections: [connection] },
  EndedConnection: { connection_id: connection.connection_id, disconnected: true },
  SessionResult: {
    user_id: 'usr_01KAH2K1A4B8C0D3E5F6G9H1J3',
    email: 'keeper@lighthouse.example',
    org_id: ORG_ID,
    role: 'owner',
    organizations: [{ org_id: ORG_ID, role: 'owner' }],
    created_at: '2026-11-20T08:58:00.000Z',
    ends_at: '2026-12-04T09:00:00.000Z',
  },
  SignedOut: { signed_out: true },
  EraseVideoResult: { video_id: VIDEO_ID, deleted: true },
  Health: {
    status: 'ok',
    version: '0.2.0',
    ffmpeg: true,
    yt_dlp: true,
    yt_dlp_version: '2026.08.19',
    notes: [],
    transcriber: 'Amazon Transcribe',
    text_reader: 'pp-ocrv4 v1',
    answerer: 'evidence',
  },
  UploadTicketRequest: { webhook_url: 'https://receiver.example/video-reader' },
  JobEvent: { type: 'job.succeeded', timestamp: '2026-11-20T09:00:03.100Z', data: endedJob },
  VideoReadyEvent: {
    type: 'video.ready',
    timestamp: '2026-11-20T08:59:12.400Z',
    data: {
      upload_id: UPLOAD_ID,
      video,
      size_bytes: 18_220_431,
      received_bytes: 18_220_431,
    },
  },
  VideoFailedEvent: {
    type: 'video.failed',
    timestamp: '2026-11-20T08:59:12.400Z',
    data: {
      upload_id: UPLOAD_ID,
      error: { type: 'no_video_stream', message: 'The file holds no picture that can be decoded.' },
    },
  },
  ErrorBody: {
    error: {
      type: 'invalid_request',
      message: 'Unknown field `colums`; did you mean `cols`?',
    },
  },
};

/** One example by the id of its component. */
export const EXAMPLES: Readonly<Record<string, unknown>> = { ...EXAMPLES_BY_ID };
