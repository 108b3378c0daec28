import { z } from 'zod';
import type { SummariesService } from '../summaries/summaries.service.js';
import { GROUPINGS } from '../summaries/summary.dto.js';
import { day, deviceIds, limit } from './tool-arguments.js';
import type { ToolName } from './tool-names.js';
import { fitted, tool } from './tool.js';

const summarize = (
  summaries: SummariesService,
  name: ToolName,
  kind: 'datausage' | 'screentime',
  description: string,
) =>
  tool({
    name,
    description: `${description} Returns {startdate, enddate, group_by, rows, total, row_count, has_more}; total and row_count cover all rows. Largest first; days ascending.`,
    schema: z.strictObject({
      startdate: day('First'),
      enddate: day('Last'),
      group_by: z.enum(GROUPINGS, { error: `must be one of: ${GROUPINGS.join(', ')}` }).default('app'),
      device_id: deviceIds(),
      limit: limit(1, 1_000, 20),
    }),
    run: async (query, { enterprise, read }) => {
      const summary = await read(summaries.reader(kind, enterprise, query));
      const { rows } = summary;
      return fitted(rows, (shown) => ({
        ...summary,
        rows: shown,
        has_more: summary.has_more || shown.length < rows.length,
      }));
    },
  });

export const summarizeDataUsage = (summaries: SummariesService) =>
  summarize(
    summaries,
    'summarize_data_usage',
    'datausage',
    'Sum the data usage in bytes (mobile, wifi, total) by app, device or day.',
  );

export const summarizeScreenTime = (summaries: SummariesService) =>
  summarize(
    summaries,
    'summarize_screen_time',
    'screentime',
    'Sum the screen time in milliseconds by app, device or day.',
  );
