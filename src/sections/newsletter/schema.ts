import { z } from 'zod'

export const settings = z.object({
  title: z.string().default(''),
  text: z.string().default(''),
  email: z.string().default(''),
})
