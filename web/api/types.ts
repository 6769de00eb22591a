import type { components } from '../../sdk/src/schema.ts';

type Schemas = components['schemas'];

export type ApiError = Schemas['ApiError'];
export type Answer = Schemas['Answer'];
export type AlreadyRead = Schemas['AlreadyRead'];
export type ApiKey = Schemas['ApiKey'];
export type CallEstimate = Schemas['CallEstimate'];
export type Connection = Schemas['Connection'];
export type CreditsResult = Schemas['CreditsResult'];
export type FramesRequest = Schemas['FramesRequest'];
export type FramesResult = Schemas['FramesResult'];
export type Job = Schemas['Job'];
export type JobSummary = Schemas['JobSummary'];
export type LedgerEntry = Schemas['LedgerEntry'];
export type ListedVideo = Schemas['ListedVideo'];
export type Member = Schemas['Member'];
export type SessionResult = Schemas['SessionResult'];
export type Sheet = Schemas['Sheet'];
export type Transcript = Schemas['Transcript'];
export type TranscriptResult = Schemas['TranscriptResult'];
export type VideoList = Schemas['VideoList'];
export type WatchVideoRequest = Schemas['WatchVideoRequest'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
