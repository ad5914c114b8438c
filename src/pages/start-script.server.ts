import { escapeScript } from './head.server.ts'

/**
 * The inline script that starts the browser's code. It imports the entry instead of a `<script src>`: under
 * `strict-dynamic` a cached page, which has hashes and no nonce, may only load what a script with a known hash
 * requests (security §13). It waits for the first of: a hint that the visitor is about to interact, the paint of the largest picture,
 * a while after the load event (at once where the browser does not tell of paints); until then pictures have the network to
 * themselves. A pointer that rests where the page appears is no hint: its `pointermove` has moved by nothing. A button pressed before
 * that is stored for `takeEarlyPress`. After a reload, Back to an entry of the same visit changes the address alone, so before the
 * page's code runs the document of that address is loaded. ADR 0020.
 *
 * `modules` are the URLs of the chunks that the entry and the screen import, run as scripts together, and with them `boot`, the URL of the
 * data that the page is hydrated with where the document does not contain it (ADR 0024). `self.late`, which a script of
 * the head may have set, is called at the same moment: it loads the fonts (ADR 0020). `self.leftAt` is when another page began to load
 * in place of this one (`chunk-reload.ts`).
 */
export const startScript = (entry: string, { modules = [], boot }: Requested = {}) =>
  `((d,l,w)=>{let s,u=l.pathname+l.search,g=()=>{if(s)return;s=1;w.late?.();\
${boot ? `(w.boot=fetch(${json(boot)})).catch(()=>{});` : ''}${json([...new Set([entry, ...modules])])}.map(src=>d.head.append(Object.assign(d.createElement("script"),{type:"module",src})))},h="largest-contentful-paint",p=PerformanceObserver.supportedEntryTypes.includes(h);\
for(const t of["pointermove","touchstart","keydown","focusin","click"])addEventListener(t,({target:e,movementX:x,movementY:y})=>{if(t=="pointermove"&&!x&&!y)return;g();const b=t=="click"&&e.closest?.("button[type=button]");if(b&&w.earlyPress!==null)w.earlyPress=b},{capture:true,passive:true});\
addEventListener("popstate",()=>w.earlyPress!==null&&l.pathname+l.search!==u&&l.reload());\
addEventListener("beforeunload",()=>w.leftAt=performance.now());\
addEventListener("load",()=>setTimeout(g,p?${PAINT_WAIT_MS}:0));\
if(p)new PerformanceObserver(l=>l.getEntries().some(({element:e})=>e?.fetchPriority=="high"||!d.querySelector("img[fetchpriority=high]"))&&g()).observe({type:h,buffered:true})})(document,location,self)`

type Requested = { modules?: readonly string[] | undefined; boot?: string | undefined }

/** Between the load event and the paint of the largest picture; also for a page whose first picture is not the largest. */
const PAINT_WAIT_MS = 700

const json = (value: unknown) => escapeScript(JSON.stringify(value))
