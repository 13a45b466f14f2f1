/** The words of stopping everything, and of going on. */
export const stopStrings = {
  stop: {
    button: 'Stop everything',
    title: 'Stop everything?',
    means:
      'Every agent is paused at once. None can ask you for payments, and nothing is paid without asking. Payments that you approved before go on.',
    undoable: 'To go on, you need your passphrase on one of your devices.',
    is: 'Everything is stopped.',
    isMeans: 'No agent can ask, and nothing is paid without you. What waits already is still yours to answer.',
    goOn: 'Go on',
    goOnTitle: 'Go on?',
    goOnMeans:
      'Agents that were running can ask again, and your limits count again. What you had paused before stays paused. Disconnect an agent first if you no longer trust it.',
    agent: 'Everything is stopped. This agent can ask again once you go on.',
  },
} as const
