/** Under which CloudWatch keeps the service's own metrics, those of each environment apart. */
const NAMESPACE = process.env['METRICS_NAMESPACE'] ?? 'VideoReader';

/**
 * Numbers in the form in which CloudWatch sums the lines of a log as metrics: over all, and for each
 * value of the dimensions together.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const metric = <D extends Record<string, string>, V extends Record<string, number>>(
  dimensions: D,
  values: V,
  at: Date,
) => ({
  _aws: {
    Timestamp: at.getTime(),
    CloudWatchMetrics: [
      {
        Namespace: NAMESPACE,
        Dimensions: Object.keys(dimensions).length > 0 ? [[], Object.keys(dimensions)] : [[]],
        Metrics: Object.keys(values).map((Name) => ({ Name, Unit: 'Count' })),
      },
    ],
  },
  ...dimensions,
  ...values,
});
