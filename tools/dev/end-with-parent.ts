/**
 * Preloaded into every process that `npm run dev` starts: when the line to the parent closes, it stops as on SIGTERM.
 *
 * So a parent that is killed leaves nothing behind, and stopping in order works on Windows too, where a signal would end
 * the process in the middle of a call.
 */
process.channel?.unref()
process.once('disconnect', () => {
  // Before the service has started nobody listens yet, and there is nothing to finish.
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(0)
})
