/** Words of the demo shop. They come with its pages, so a wallet that is built without it has none of them. */
import i18next from 'i18next'

export const demoShopStrings = {
  demoShop: {
    use: 'Use the demo shop',
    title: 'Try it with the demo shop',
    lead: 'A shop on this computer asks you for a payment on the practice ledger. You look at it and decide.',
    passphrase: 'Passphrase of your practice wallet',
    fills: 'It opens the wallet and signs payments. This page can fill it in for you until you close or reload it.',
    what: 'passphrase',
    open: 'Open the demo shop',
    steps: 'Setting up',
    step: {
      wallet: 'Make a wallet',
      funds: 'Get test XLM',
      shop: 'Open the shop',
      agent: 'Hear from its agent',
    },
    state: { done: 'done', now: 'under way', later: 'to do' },
    failed: 'The demo shop didn’t open. The terminal where npm run dev is running says why.',
    again: 'Try again',
    toWallet: 'Go to the wallet',
    asks: 'May this agent ask you?',
    asksLead: 'It wants to ask you for payments. It can’t pay: you decide about each one.',
    decline: 'Decline',
    connect: 'Connect',
    connecting: 'Connecting…',
    waiting: 'Connected. The shop is about to ask for its first payment.',
    fill: 'Fill in the practice passphrase',
  },
} as const

i18next.addResourceBundle('en', 'translation', demoShopStrings)
