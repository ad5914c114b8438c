import { z } from 'zod'

export const settings = z.object({ slider_id: z.union([z.int(), z.string()]).optional() })
