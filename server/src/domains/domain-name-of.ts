/** The host name of a domain, whoever owns it: for showing who vouched. */
export { selectDomainName as domainNameOf } from './domains.store.ts'
