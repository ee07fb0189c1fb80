export function hashSources(folder: string): string
export function hashFiles(folder: string, paths: readonly string[]): string
