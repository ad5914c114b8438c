import { createClient } from '#contract/client.ts'
import { contentRoutes } from '#contract/late-routes.ts'
import { send } from './api.ts'

/** For parts that show a page's texts on another page. */
export const contentApi = createClient(send, { content: contentRoutes })
