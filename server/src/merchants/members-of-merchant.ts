/** Who works for a merchant. */
export { selectMembers as membersOfMerchant } from './merchants.store.ts'
