import { connection } from 'next/server';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import type { ReportSubject } from './model/report.ts';
import { findReportSubject } from './queries.ts';

interface ReportPage {
  /** `claimed`: only for a claimed profile can the owner be reported as somebody else. */
  subject: { id: string; name: string; path: string; claimed: boolean };
  signedIn: boolean;
}

/** Returns the data of the report page of a record or work; null if there is none. */
export async function loadReportPage(subject: ReportSubject, name: string): Promise<ReportPage | null> {
  await connection();
  const subjectPage = await findReportSubject(reader(), subject, name);
  if (!subjectPage) return null;
  const { id, path, claimed } = subjectPage;
  return { subject: { id, name: subjectPage.name, path, claimed }, signedIn: (await viewer()) !== null };
}
