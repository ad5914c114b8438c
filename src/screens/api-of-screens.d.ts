import type { Api } from '#contract/client.ts'

declare module '#pages/screen.ts' {
  interface Register {
    api: Api
  }
}
