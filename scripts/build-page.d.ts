/** Script and style of the page inside an exported file, from the present sources. */
export function buildPage(): Promise<{ script: string; style: string }>
