import { type DoctorReport, runDoctor } from '../../../query/doctor.ts'
import type { Library } from '../../../query/library.ts'
import type { ReportWorld } from '../reports/report-world.ts'

/** Whole files may have to be read for it: once for each look at what there is, however many ask. */
export async function askDoctor(world: ReportWorld): Promise<DoctorReport> {
  return await world.askLibrary(async library => {
    const report = made.get(library) ?? runDoctor(library, { now: world.now(), threads: world.threads })
    made.set(library, report)
    // Whatever went wrong may go well the next time.
    report.catch(() => made.delete(library))
    return await report
  })
}

const made = new WeakMap<Library, Promise<DoctorReport>>()
