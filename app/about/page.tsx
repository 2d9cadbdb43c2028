import { OnThisPage } from '#components/ui/on-this-page.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { declineCooldownDays, invitationDays } from '#lib/community/limits.ts';
import { noticeDays } from '#lib/governance/claims/model/notice.ts';
import { inWords } from '#lib/platform/limits.ts';
import { sitePageMetadata } from '../site-pages.ts';

export const generateMetadata = () => sitePageMetadata('about');

const parts = [
  { id: 'sources', title: 'Where the facts come from' },
  { id: 'who', title: 'Who is who' },
  { id: 'figures', title: 'Metrics reported by other sites' },
  { id: 'yours', title: 'If a profile is about you' },
  { id: 'invitations', title: 'How invitations work' },
  { id: 'corrections', title: 'If something is wrong' },
];

export default function AboutPage() {
  return (
    <Page width="page">
      <PageHead title="About" />
      <OnThisPage parts={parts}>
        <Prose>
          <p>
            Peergraph is a researcher network that an organisation runs for itself: a society, a department, a conference. It reads
            bibliographies and makes a public profile for each author. You can follow a profile, claim it if it is about you, and start a
            collaboration when both people agree.
          </p>
          <h2 id="sources">Where the facts come from</h2>
          <p>
            From the sources that the operator of this instance imports. Each source’s statement is stored unchanged, with its date. What a
            page shows is computed from those statements by fixed rules, and where they disagree the page says so. Nothing is invented for a
            person: no biography, no availability, no contact.
          </p>
          <p>A sentence marked “Summary by Peergraph” was written for this instance. It is not the authors’ abstract.</p>
          <h2 id="who">Who is who</h2>
          <p>
            A name is not a person. Each name on a work says which rule assigned it to a profile; open “Why is this listed?” below the work
            to read it. Where a rule doubts that a profile is one person, the profile says so. Profiles that might be the same person are
            shown to each other as a suggestion and are never merged automatically.
          </p>
          <h2 id="figures">Metrics reported by other sites</h2>
          <p>
            An h-index, a count of citations or a score is shown as its source gave it, with the source and the date. It is about the works
            that the source knows. These may be fewer, more, or another person’s. Some sources do not say how they compute a figure; then
            nobody can check it. These figures do not affect anything here.
          </p>
          <h2 id="yours">If a profile is about you</h2>
          <p>
            Find it by <a href="/search">searching for your name</a>, and claim it. With a strong proof this takes about two minutes; with a
            confirmed email address it takes at least {inWords(noticeDays)} days of public notice. The claim page shows the time and the
            methods that this instance offers. Then you decide what is shown, and whether others may write to you.
          </p>
          <h2 id="invitations">How invitations work</h2>
          <p>
            Nobody can write to you unless you own a profile and say that you are open to invitations, and for what. A person who invites
            needs a claimed profile, too, and can send a few invitations a week. An invitation is one message. You can accept it, decline
            it, with or without a reason, or leave it: it expires after {invitationDays} days. A conversation starts only if you accept.
            After a decline, that person cannot invite you again for {declineCooldownDays} days. You can block a person at any time.
          </p>
          <h2 id="corrections">If something is wrong</h2>
          <p>
            An owner can say “not mine” of a work, and this stays when the source is imported again. Everybody else, with or without an
            account, can choose “Report a problem” on the page and say what is wrong. Reports are private. They are read by the reviewers of
            this instance.
          </p>
          <p>
            <a href="/trust">How trust works</a> explains what the points on a profile count.
          </p>
        </Prose>
      </OnThisPage>
    </Page>
  );
}
