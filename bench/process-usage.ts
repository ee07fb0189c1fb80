export interface ProcessUsage {
  readonly cpuMs: number
  readonly rssMb: number
}

/** GNU time is not everywhere: loaded with `--import`, this makes a process tell on stderr what it used. */
export const TELL = `data:text/javascript,process.on('exit',()=>{const u=process.resourceUsage();process.stderr.write('USED '+JSON.stringify({cpuMs:(u.userCPUTime+u.systemCPUTime)/1000,rssMb:u.maxRSS/1024})+'\\n')})`

export function readUsage(stderr: string): ProcessUsage {
  return JSON.parse(/USED (.*)/.exec(stderr)?.[1] ?? '{}') as ProcessUsage
}
