import { useQuery } from '@tanstack/react-query'
import { api } from '../client.ts'

/** The organization of the session, with how its payees are protected. */
export const useOrganization = () =>
  useQuery({ queryKey: ['merchant'], queryFn: () => api.merchants.read('current').then((answer) => answer) })
