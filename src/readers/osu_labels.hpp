// What the head of an OSU table says that makes its rows other cases than those of another table of the same
// program.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace sonde::readers {

using Labels = std::map<std::string, std::string>;

/// "accelerator" CUDA of the title "# OSU MPI-CUDA Latency Test".
void set_title_label(Labels& labels, std::string_view title);

/// Of a comment: "datatype" (but for MPI_CHAR, which older tables do not say), "buffers" D H where the
/// sender's lie on a device and the receiver's on the host, "window" in messages.
void set_comment_label(Labels& labels, std::string_view comment);

/// Of a comment, which stands above the title in some versions and below it in others: "senders" and
/// "receivers", the threads of osu_latency_mt and the processes that osu_latency_mp forks.
void set_sides_label(Labels& labels, std::string_view comment);

/// A second column of lengths (-D): how much of the length is sent, "sent" 25 %.
void set_sent_label(Labels& labels, std::int64_t bytes, double sent);

}  // namespace sonde::readers
