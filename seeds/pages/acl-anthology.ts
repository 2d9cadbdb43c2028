/**
 * Data of Fei Yang's ACL Anthology page: six works by year, without titles. `entry` has the data of each work from a second source: the
 * Anthology's XML, or a co-author's page if the XML does not yet have the work.
 */
export interface AnthologyRow {
  /** Row of the page: year, and position within it. */
  row: string;
  year: number;
  /** Code URL in the text of the page. */
  codeUrl?: string;
  entry: {
    by: 'acl-anthology' | 'web-page';
    recordId: string;
    title: string;
    names: string[];
    venue: string;
    pages?: string;
    doi?: string;
    affiliations?: Record<string, string>;
  };
}

export const feiYang: { recordId: string; name: string; rows: AnthologyRow[] } = {
  recordId: 'fei-yang',
  name: 'Fei Yang',
  rows: [
    {
      row: '2026/1',
      year: 2026,
      codeUrl: 'https://github.com/TangZhe96/OptiCo-public',
      entry: {
        by: 'acl-anthology',
        recordId: '2026.acl-long.1283',
        title: 'OptiCo: Adaptive Distributed Training Optimization via Collaborative Agent Reasoning',
        names: ['Sheng Chen', 'Tang Zhe', 'Weixing Zhang', 'Fei Yang', 'Yuanyuan Wang', 'Tianlin Li', 'Yang Liu'],
        venue: 'ACL 2026',
      },
    },
    {
      row: '2026/2',
      year: 2026,
      entry: {
        by: 'web-page',
        recordId: 'deputy-2026',
        title: 'Deputy: Accelerating Large Language Model Inference with Dynamic Low-Rank Substitution',
        names: ['Yuhua Zhou', 'Shichao Weng', 'Changhai Zhou', 'Yuhan Wu', 'Qian Qiao', 'Jun Gao', 'Fei Yang', 'Aimin Pan'],
        venue: 'ACL 2026',
      },
    },
    {
      row: '2024/1',
      year: 2024,
      entry: {
        by: 'acl-anthology',
        recordId: '2024.lrec-main.648',
        title: 'FlattenQuant: Breaking through the Inference Compute-bound for Large Language Models with Per-tensor Quantization',
        names: ['Yi Zhang', 'Fei Yang', 'Shuang Peng', 'Fangyu Wang', 'Aimin Pan'],
        venue: 'LREC-COLING 2024',
        pages: '7356–7365',
      },
    },
    {
      row: '2022/1',
      year: 2022,
      entry: {
        by: 'acl-anthology',
        recordId: '2022.findings-emnlp.37',
        title: 'Towards Unified Prompt Tuning for Few-shot Text Classification',
        names: [
          'Jianing Wang',
          'Chengyu Wang',
          'Fuli Luo',
          'Chuanqi Tan',
          'Minghui Qiu',
          'Fei Yang',
          'Qiuhui Shi',
          'Songfang Huang',
          'Ming Gao',
        ],
        venue: 'Findings of EMNLP 2022',
        pages: '524–536',
        doi: '10.18653/v1/2022.findings-emnlp.37',
        affiliations: { 'Fei Yang': 'Zhejiang Lab' },
      },
    },
    {
      row: '2021/1',
      year: 2021,
      entry: {
        by: 'acl-anthology',
        recordId: '2021.emnlp-main.768',
        title: 'Meta Distant Transfer Learning for Pre-trained Language Models',
        names: ['Chengyu Wang', 'Haojie Pan', 'Minghui Qiu', 'Jun Huang', 'Fei Yang', 'Yin Zhang'],
        venue: 'EMNLP 2021',
        pages: '9742–9752',
        doi: '10.18653/v1/2021.emnlp-main.768',
      },
    },
    {
      row: '2012/1',
      year: 2012,
      entry: {
        by: 'acl-anthology',
        recordId: 'L12-1123',
        title: 'Recognition of Nonmanual Markers in American Sign Language (ASL) Using Non-Parametric Adaptive 2D-3D Face Tracking',
        names: ['Dimitris Metaxas', 'Bo Liu', 'Fei Yang', 'Peng Yang', 'Nicholas Michael', 'Carol Neidle'],
        venue: 'LREC 2012',
        pages: '2414–2420',
      },
    },
  ],
};
