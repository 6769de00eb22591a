import type { components } from './schema.ts';

type Schemas = components['schemas'];

export type FramesRequest = Schemas['FramesRequest'];
export type FramesResult = Schemas['FramesResult'];
export type Sheet = Schemas['Sheet'];
export type Coverage = Schemas['Coverage'];
export type TranscriptRequest = Schemas['TranscriptRequest'];
export type TranscriptResult = Schemas['TranscriptResult'];
export type WatchVideoRequest = Schemas['WatchVideoRequest'];
export type Answer = Schemas['Answer'];
export type AlreadyRead = Schemas['AlreadyRead'];
export type CallEstimate = Schemas['CallEstimate'];
export type QuestionEstimate = Schemas['QuestionEstimate'];
export type BatchRequest = Schemas['BatchRequest'];
export type BatchCreated = Schemas['BatchCreated'];
export type BatchEstimate = Schemas['BatchEstimate'];
export type BatchState = Schemas['Batch'];
export type JobState = Schemas['Job'];
export type JobSummary = Schemas['JobSummary'];
export type QueuedJob = Schemas['QueuedJob'];
export type UploadResult = Schemas['UploadResult'];
export type UploadTicket = Schemas['UploadTicket'];
export type CreditsResult = Schemas['CreditsResult'];
export type VideoList = Schemas['VideoList'];
export type WebhookEvent = Schemas['WebhookEvent'];
export type ApiError = Schemas['ApiError'];
