/** Makes an action fail at once, with its last error, for `pause_ms` after a failure. */
export function failFast<Value>(
  action: () => Promise<Value>,
  { clock, pause_ms }: { clock: () => number; pause_ms: number },
): () => Promise<Value> {
  let failure: { error: unknown; at_ms: number } | undefined
  return async () => {
    if (failure !== undefined && clock() - failure.at_ms < pause_ms) throw failure.error
    try {
      const value = await action()
      failure = undefined
      return value
    } catch (error) {
      failure = { error, at_ms: clock() }
      throw error
    }
  }
}
