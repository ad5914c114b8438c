import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { formTraps } from '#contract/form.ts'

export const tradeRoutes = { submit: 'POST /api/plugins/TradeEnquiry/submit' } as const

const Text = z.string().max(10_000).default('')

/** Decisions §4. The rules of the fields are those of the form; see `trade-form.ts`. */
export const tradeEndpoints = defineEndpoints<typeof tradeRoutes>()({
  submit: {
    summary: 'Sends a trade enquiry, with the product it is about',
    input: z.object({
      name: Text,
      company: Text,
      email: Text,
      phone: Text,
      gstin: Text,
      kind: Text,
      pincode: Text,
      product: Text,
      message: Text,
      product_id: z.union([z.literal(''), z.coerce.number().int().positive().max(2_147_483_647)]).optional(),
      quantity: z.union([z.string().max(20), z.number()]).default(''),
      ...formTraps,
    }),
    data: z.object({ id: z.int() }),
    takesForm: true,
  },
})
