import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Serves a page editor on an origin of its own: `/editor?preview=ADDRESS` shows the address in a frame and records its messages in
 * `received`; `/beside?message=JSON` sends a message to that frame from another one.
 */
export async function serveEditor() {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://editor')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(pathname === '/beside' ? besideHtml(searchParams) : editorHtml(searchParams))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const editorHtml = (query: URLSearchParams) => `<!doctype html>
<html lang="en"><head><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Editor</title></head>
<body style="margin:0"><script>
window.received = []
addEventListener('message', ({ data }) => { if (data?.source === 'storefront') received.push(data) })
</script><iframe title="Preview" src="${attribute(query.get('preview') ?? '')}" style="display:block;width:100%;height:100vh;border:0"></iframe></body></html>`

const besideHtml = (query: URLSearchParams) => `<!doctype html>
<script>parent.frames[0].postMessage(${query.get('message')}, '*'); parent.postMessage('sent', '*')</script>`

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
