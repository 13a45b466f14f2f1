/** Which organizations an account may open: what sign-in offers as choices. */
export {
  type MerchantRow as Merchant,
  merchantOnWire,
  selectMerchantsOfAccount as merchantsOfAccount,
} from './merchants.store.ts'
