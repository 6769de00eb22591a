import { App } from 'aws-cdk-lib';
import { addVideoReader } from '../lib/stacks/video-reader.ts';

addVideoReader(new App());
