import { z } from 'zod'
import { defineEndpoints } from './define-endpoints.ts'

/** Apart from `routes.ts`, which every page loads: the choice is a form without a script. ADR 0033. */
export const channelChoiceRoutes = { select: 'POST /api/storefront/select-channel' } as const

export const channelChoiceEndpoints = defineEndpoints<typeof channelChoiceRoutes>()({
  select: {
    summary: 'Chooses the channel of this browser by its code, and moves its cart there',
    input: z.object({ channel: z.string().min(1, 'Please choose a channel').max(32) }),
    /** `moved`: lines that the cart still has; `dropped`: names of products that are not sold there and have left it. */
    data: z.object({ channel: z.string(), moved: z.int(), dropped: z.array(z.string()) }),
  },
})
