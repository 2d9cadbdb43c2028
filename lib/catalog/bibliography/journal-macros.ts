/* Macros for the names of journals that AASTeX defines; the Astrophysics Data System writes them in its BibTeX: `journal = {\apj}`. */

const table = `
  aj: Astronomical Journal; actaa: Acta Astronomica; araa: Annual Review of Astronomy and Astrophysics; apj: Astrophysical Journal
  apjl: Astrophysical Journal Letters; apjlett: Astrophysical Journal Letters; apjs: Astrophysical Journal Supplement Series
  apjsupp: Astrophysical Journal Supplement Series; ao: Applied Optics; applopt: Applied Optics; apss: Astrophysics and Space Science
  aap: Astronomy and Astrophysics; astap: Astronomy and Astrophysics; aapr: Astronomy and Astrophysics Review
  aaps: Astronomy and Astrophysics Supplement Series; azh: Astronomicheskii Zhurnal; baas: Bulletin of the American Astronomical Society
  bac: Bulletin of the Astronomical Institutes of Czechoslovakia; caa: Chinese Astronomy and Astrophysics
  cjaa: Chinese Journal of Astronomy and Astrophysics; icarus: Icarus; jcap: Journal of Cosmology and Astroparticle Physics
  jrasc: Journal of the Royal Astronomical Society of Canada; mnras: Monthly Notices of the Royal Astronomical Society
  memras: Memoirs of the Royal Astronomical Society; na: New Astronomy; nar: New Astronomy Review
  pasa: Publications of the Astronomical Society of Australia; pra: Physical Review A; prb: Physical Review B; prc: Physical Review C
  prd: Physical Review D; pre: Physical Review E; prl: Physical Review Letters; pasp: Publications of the Astronomical Society of the Pacific
  pasj: Publications of the Astronomical Society of Japan; qjras: Quarterly Journal of the Royal Astronomical Society
  rmxaa: Revista Mexicana de Astronomía y Astrofísica; skytel: Sky and Telescope; solphys: Solar Physics; sovast: Soviet Astronomy
  ssr: Space Science Reviews; zap: Zeitschrift für Astrophysik; nat: Nature; iaucirc: IAU Circulars; aplett: Astrophysical Letters
  apspr: Astrophysics Space Physics Research; bain: Bulletin of the Astronomical Institutes of the Netherlands
  fcp: Fundamentals of Cosmic Physics; gca: Geochimica et Cosmochimica Acta; grl: Geophysical Research Letters
  jcp: Journal of Chemical Physics; jgr: Journal of Geophysical Research; jqsrt: Journal of Quantitative Spectroscopy and Radiative Transfer
  memsai: Memorie della Società Astronomica Italiana; nphysa: Nuclear Physics A; physrep: Physics Reports; physscr: Physica Scripta
  planss: Planetary and Space Science; procspie: Proceedings of the SPIE; maps: Meteoritics and Planetary Science; psj: Planetary Science Journal
`;

const journals: ReadonlyMap<string, string> = new Map(
  table.split(/;|\n/).flatMap((entry) => (entry.includes(':') ? [entry.trim().split(': ') as [string, string]] : [])),
);

/** Returns the journal that a macro means; undefined for other text. */
export const journalOfMacro = (written: string): string | undefined => journals.get(/^[{\s]*\\([a-z]+)[}\s]*$/.exec(written)?.[1] ?? '');
