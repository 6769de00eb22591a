/**
 * ONNX Runtime. From 1.29 on it reports to its maker which networks run where, under an id that it
 * keeps in the home folder, unless the environment of its process forbids it before it is loaded.
 */
export function loadRuntime(): Promise<typeof import('onnxruntime-node')> {
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
  return import('onnxruntime-node');
}
