/** What happened to requests, for those who tell of it: whole stretches of feeds, any tenant's. */
export { type FeedSpan, selectEventsInSpans as eventsInSpans, type ToldEvent } from './spans.store.ts'
