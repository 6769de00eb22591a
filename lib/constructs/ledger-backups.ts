import { Duration, Fn, Stack, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import { environmentOf, removalOf } from '../environment.ts';

const DAILY_DAYS = 35;
const MONTHLY_DAYS = 400;

/**
 * Copies of the ledger in a vault of its own, beside what the table itself can be restored to: they
 * survive the deletion of the table, and go back for a year of bookkeeping. Of the records there
 * are none: they would outlast what is known of erasures.
 */
export class LedgerBackups extends Construct {
  constructor(scope: Construct, id: string, ledger: Table) {
    super(scope, id);
    const vault = new BackupVault(this, 'Vault', {
      // It outlives its stack, and a stack that is made anew needs a vault of another name: the id
      // of the stack ends with a UUID.
      backupVaultName: `VideoReader-${Fn.select(2, Fn.split('/', Stack.of(this).stackId))}`,
      // A backup ends by its days alone, whoever asks.
      blockRecoveryPointDeletion: true,
      removalPolicy: removalOf(environmentOf(this)),
    });
    const rule = (ruleName: string, schedule: Schedule, days: number) =>
      new BackupPlanRule({
        ruleName,
        scheduleExpression: schedule,
        startWindow: Duration.hours(1),
        completionWindow: Duration.hours(4),
        deleteAfter: Duration.days(days),
      });
    const plan = new BackupPlan(this, 'Plan', {
      backupVault: vault,
      backupPlanRules: [
        rule('Daily', Schedule.cron({ hour: '3', minute: '0' }), DAILY_DAYS),
        rule('Monthly', Schedule.cron({ day: '1', hour: '4', minute: '0' }), MONTHLY_DAYS),
      ],
    });
    plan.addSelection('Ledger', { resources: [BackupResource.fromDynamoDbTable(ledger)] });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
      reason: 'What AWS Backup asks for; it is the service that assumes the role.',
    });
  }
}
